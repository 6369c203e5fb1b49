"""Convolution of single servers as a power of a small matrix of positive numbers.

Adding single servers one by one to a network is a chain of first-order recursions (Buzen, CACM
16(9), 1973), here scaled by 1 - rho so that y_k is the distribution of the total number present at
the first k stations of the open network with utilisations rho:

    y_k[n] = (1 - rho_k) y_{k-1}[n] + rho_k y_k[n - 1],

and with w_k[n] = (1 - rho_k) y_K[n] + rho_k w_k[n - 1], station k added once more, the mean queue
there is rho_k w_k[N - 1] / ((1 - rho_k) y_K[N]). One step n - 1 → n is thus one matrix, the same
for every n, and N steps are its N-th power: some log2(N) products whatever the population. All
numbers are positive and nothing is subtracted, so relative errors stay near those of the data.

Delays come first, as the Poisson series that feeds the chain; its N values are taken in blocks.
"""

from __future__ import annotations

import numpy as np

from .waiting import Array

__all__ = ["MOST_STATES", "solve_by_powers"]

MOST_STATES = 128
"""Rows of the matrix up to which its powers cost less than the series they replace."""


def solve_by_powers(
    rho: Array, copies: tuple[int, ...], n: int, fed: Array | None = None
) -> tuple[Array, Array, Array]:
    """P(n - 1), P(n) and the mean queue at one copy of each station, with ``n`` >= 1 customers.

    rho: (V, S) utilisations of the open network; copies: how many alike of each; fed: (V, n + 1)
    distribution, up to a factor, of what is present elsewhere, or None for nothing.
    Shapes (V,), (V,) and (V, S). P is up to a factor that both values share.
    """
    variants, stations = rho.shape
    scale = np.maximum(1.0 - rho, 1.0 / (n + 1.0))
    if max(copies) == 1:
        column, kept = rho, scale
    else:
        column, kept = (np.repeat(a, copies, axis=1) for a in (rho, scale))
    length = column.shape[1]
    # With nothing carried over, what enters at station l leaves k multiplied by scales l + 1 … k.
    logs = np.cumsum(np.log(kept), axis=1)
    rows = length + stations
    step = np.zeros((variants, rows, rows))
    through = np.tril(np.exp(np.minimum(logs[:, :, None] - logs[:, None, :], 0.0)))
    step[:, :length, :length] = through * column[:, None, :]
    step[:, length:, :length] = scale[:, :, None] * step[:, length - 1, None, :length]
    again = np.arange(length, rows)
    step[:, again, again] = rho
    # All of P carries one factor more, so that neither an empty chain nor a full one is lost.
    passed = np.exp(logs - 0.5 * logs[:, -1:])
    entry = np.concatenate([passed, scale * passed[:, -1:]], axis=1)[:, :, None]
    if fed is None:
        state = _after(step, entry, n - 1)
        last = np.zeros(variants)
    else:
        state = _fed(step, entry, fed[:, :-1])
        last = passed[:, -1] * fed[:, -1]
    before = state[:, length - 1, 0]
    here = (step[:, length - 1, None, :] @ state)[:, 0, 0] + last
    with np.errstate(divide="ignore", invalid="ignore"):
        queue = rho * state[:, length:, 0] / scale / here[:, None]
    return before, here, queue


def _after(step: Array, state: Array, times: int) -> Array:
    """``step`` applied ``times`` times to ``state`` (V, rows, 1), by squaring."""
    power = step
    while times:
        if times & 1:
            state = power @ state
        times >>= 1
        if times:
            power = power @ power
    return state


def _fed(step: Array, entry: Array, fed: Array) -> Array:
    """The state after the last of ``fed`` (V, n): the sum of step**(n - 1 - i) entry fed[i]."""
    variants, length = fed.shape
    bits = max(length - 1, 0).bit_length()
    block = 1 << (bits // 2)
    blocks = 1 << (bits - bits // 2)
    padded = np.zeros((variants, blocks * block))
    padded[:, blocks * block - length :] = fed
    spread, power = entry, step
    while spread.shape[2] < block:
        spread = np.concatenate([power @ spread, spread], axis=2)
        power = power @ power
    state = spread @ padded.reshape(variants, blocks, block).transpose(0, 2, 1)
    while state.shape[2] > 1:
        state = power @ state[:, :, ::2] + state[:, :, 1::2]
        if state.shape[2] > 1:
            power = power @ power
    return state
