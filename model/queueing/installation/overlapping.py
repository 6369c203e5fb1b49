"""What is served while its chain is served elsewhere, for those who know no time below 0.

An arc below 0 takes time off its holder: of what another arc there is served, so much goes on while
the holder does something else. In a network that is to be simulated or written down, that part of
the largest arc of the holder is moved out to where the holder itself is held, in place of the delay
that stands for it there if there is one: as much is served, and each is held as long as it is.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from model.queueing.installation.declared import Array, InstallationNetwork


def moved_out(net: InstallationNetwork, demand: Array) -> tuple[InstallationNetwork, Array]:
    """The network of one variant whose demands, (arcs,), are all at least 0, with these demands.

    Further arcs come after those there were.
    """
    below = [n for n in np.flatnonzero(demand < 0.0).tolist() if net.arcs[n].within]
    found = np.maximum(demand, 0.0)
    arcs, more = list(net.arcs), []
    for number in below:
        holder, chain = net.arcs[number].within, net.arcs[number].chain
        served = [
            n
            for n, arc in enumerate(net.arcs)
            if arc.chain == chain
            and arc.within == holder
            and not net.stations[arc.station].software
        ]
        largest = max(served, key=lambda n: found[n])
        time_s = min(-float(demand[number]), float(found[largest]))
        if time_s <= 0.0:
            continue
        found[largest] -= time_s
        left = time_s
        for n, arc in enumerate(net.arcs):
            delays = np.isinf(np.asarray(net.stations[arc.station].servers)).all()
            if (arc.chain, arc.within) == (chain, holder[:-1]) and delays:
                part = min(left, float(found[n]))
                found[n] -= part
                left -= part
        arcs.append(net.arcs[largest]._replace(within=holder[:-1]))
        more.append(time_s)
    if not more:
        return net, found
    whole = copy(net)
    whole.arcs = arcs
    return whole, np.concatenate([found, more])
