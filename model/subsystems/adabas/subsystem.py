"""The family as a `SubsystemModel`: an Adabas database is the anchor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.projection.protocol import Calibration
from model.subsystems.adabas.model import evaluate
from model.subsystems.adabas.site import (
    conditions_of,
    disks_of,
    hosts_of,
    measured_of,
    nuclei_of,
)
from model.subsystems.evaluation import Conditions, ConstantDraws, Evaluation
from model.topology import Topology


class AdabasModel:
    """Single nucleus, Cluster Services and Parallel Services; the unit of work is a command."""

    @property
    def name(self) -> str:
        return "Adabas"

    @property
    def anchor_kind(self) -> str:
        return "adabas_database"

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """See `site.conditions_of`."""
        return conditions_of(topology, anchor, background)

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """See `site.measured_of`."""
        return measured_of(topology, anchor)

    def calibrate(self, conditions: Conditions, measured: Mapping[str, float]) -> Calibration:
        """See `model.calibration.customer`."""
        from model.calibration.customer import calibrate

        return calibrate(conditions, measured)

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """See `model.evaluate`."""
        return evaluate(conditions, draws)

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Ids behind the keys of `Evaluation.utilization`."""
        disks = tuple(disk.id for disk in disks_of(topology, anchor))
        return {
            "nuclei": tuple(nucleus.id for nucleus in nuclei_of(topology, anchor)),
            "CPs": tuple(hosts_of(topology, anchor)),
            "volumes": disks,
            "log volumes": disks,
            "I/O limit": disks,
        }

    def systems(self, topology: Topology, anchor: str) -> Mapping[str, int]:
        """Place of each nucleus' system in `Evaluation.by_system`."""
        hosts = hosts_of(topology, anchor).values()
        return {n.id: place for place, members in enumerate(hosts) for n in members}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPs by system as its nuclei take them, I/Os by DASD subsystem evenly."""
        cpu_s = evaluation.by_system["cpu_s_per_s"][index, :, 0]
        # In the order of `conditions_of`.
        taken = {name: float(cpu_s[place]) for place, name in enumerate(hosts_of(topology, anchor))}
        disks = disks_of(topology, anchor)
        ios = float(evaluation.metrics["io_per_s"][index, 0])
        taken.update({disk.id: ios / len(disks) for disk in disks})
        return taken
