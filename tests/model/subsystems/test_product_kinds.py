"""The vocabulary that readers, rules and window build on, and the models in the engine."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue, subsystem_models
from model.contract.evaluation import ConditionError, ConditionSpec, check_conditions
from model.projection import build_baseline, project
from model.subsystems.common import ProductModel
from model.topology import Scenario, SetSetting, SettingSpec

VOCABULARY = {
    "natural_session": "ZIIP MT SORT PWCSIZE_PRINT_KB PWCSIZE_READ_KB PWCSIZE_WRITE_KB LS "
    "MULTIFETCH MAINPR THSIZE_KB fetches records_read records_sorted print_lines work_records_read "
    "work_records_written primary_lines calls_3gl getmains srb_switches enclave_cpu_ms "
    "thread_max_used_kb pcache_size_bytes pcache_max_used_pct duration_s",
    "cics_region": "MXT APPLID PLATFORM ICV ICVR MROLRM MROFSE TRACE MONITORING TSMAIN PRIORITY "
    "transactions duration_s tx_per_s qr_cpu_s qr_dispatch_s qr_wait_s tcb_cpu_s partition_cpu_s "
    "cpu_pct cpu_wait_pct np_pct page_ins_per_s response_ms max_tasks_times dumps "
    "transaction_dumps ts_buffer_reads ts_buffer_writes mro_buffer_hwm_kb",
    "vsam_file": "ACCESS LSRPOOLID DSNAME SHAREOPTIONS DSNSHARING STRINGS DATA_CISZ INDEX_CISZ "
    "TYPE REMOTE COMPRESSED SDT BASE_DSNAME requests reads updates adds deletes browses excps_data "
    "excps_index excps ci_splits ca_splits string_waits string_wait_hwm "
    "exclusive_control_conflicts opens duration_s",
    "lsr_pool": "STRINGS MAXKEY strings_waits",
    "lsr_buffers": "BUFFERS lookasides reads writes buffer_waits",
    "cics_connection": "SESSIONS_SEND SESSIONS_RECEIVE ACCESSMETHOD peak_contention_winners "
    "allocates_queued outstanding_hwm function_shipped_requests",
    "mq_manager": "VERSION storage_used_mb storage_free_mb messages_per_s",
    "mq_bufferpool": "BUFFERS LOCATION PAGECLAS low_buffers getp getn rio stw imw tio sos "
    "buffers_allocated steals",
    "mq_pageset": "BUFFPOOL total_pages unused_pages persistent_pages nonpersistent_pages "
    "expansions",
    "db2_subsystem": "VERSION tx_per_s",
    "db2_bufferpool": "VPSIZE PGFIX FRAMESIZE SPSIZE getpages sync_reads_random "
    "avoidable_sync_reads",
    "db2_gbp": "GBPCACHE SIZE_MB",
    "db2_plan": "RELEASE commits_per_s",
    "ims_system": "VERSION",
    "ims_region": "PRLD PREINIT PWFI WFI PRELOAD_MODULES PRELOAD_LOST schedules transactions "
    "schedule_to_first_call_us duration_s schedule_cpu_us",
    "lla_pdse": "PDSE_HSP_SIZE PDSE1_HSP_SIZE",
    "jvm": "PAGESIZE XMX_MB",
    "dfsort_job": "MOSIZE elapsed_s",
    "dump_options": "MAXSPACE_MB",
    "tcpip_stack": "DEFAULTRCVBUFSIZE",
    "tcp_connection": "RECEIVEBUFFERSIZE",
    "cognos_server": "SERVERS",
}


@pytest.mark.parametrize("kind", sorted(VOCABULARY))
def test_fixed_names_are_declared(kind) -> None:
    spec = catalogue()[kind]
    known = {s.name for s in spec.settings} | {m.name for m in spec.measures}
    assert set(VOCABULARY[kind].split()) <= known


@pytest.mark.parametrize("kind", sorted(VOCABULARY))
def test_settings_are_documented_and_their_defaults_legal(kind) -> None:
    for spec in catalogue()[kind].settings:
        assert spec.doc.endswith(".")
        if spec.default is not None:
            assert spec.problem_with(spec.default) is None
        if spec.syntax:
            others = {one.name: 1 for one in catalogue()[kind].settings}
            spec.syntax.format(**others, name="X", value=1)
        if spec.soft_maximum is not None and spec.maximum is not None:
            assert spec.soft_maximum <= spec.maximum


def test_every_model_has_its_anchor_kind() -> None:
    anchors = [m.anchor_kind for m in subsystem_models() if isinstance(m, ProductModel)]
    assert len(anchors) == len(set(anchors)) >= 10
    assert all(anchor in catalogue() for anchor in anchors)


def test_the_engine_projects_small_products_side_by_side(part, install) -> None:
    topology = install(
        part(
            "cics_region",
            "AOR1",
            "SYSA",
            {"PLATFORM": "z/OS"},
            {
                "qr_dispatch_s": 62.0,
                "qr_cpu_s": 32.0,
                "duration_s": 300.0,
                "transactions": 30_000.0,
                "response_ms": 12.0,
                "file_wait_ms": 6.0,
            },
        ),
        part("lsr_pool", "AOR1/1", "AOR1", {"STRINGS": 20}),
        part(
            "lsr_buffers",
            "AOR1/1/D4096",
            "AOR1/1",
            {"BUFFERS": 200},
            {"lookasides": 54_000.0, "reads": 46_000.0},
        ),
        part("mq_manager", "QM01", "SYSA"),
        part(
            "mq_bufferpool",
            "QM01/1",
            "QM01",
            {"BUFFERS": 200_000},
            {"low_buffers": 9_664.0, "rio": 5_034.0, "imw": 33_834.0, "duration_s": 1_800.0},
        ),
        part("jvm", "JVM1", "SYSA", {"PAGESIZE": "4K"}),
    )
    baseline = build_baseline(topology)
    assert baseline.refused == ()
    as_is, lsr, pool, bad = project(
        baseline,
        [
            Scenario("as-is"),
            Scenario("LSR", (SetSetting("AOR1/1/D4096", "BUFFERS", 800),)),
            Scenario("pool", (SetSetting("QM01/1", "BUFFERS", 220_000),)),
            Scenario("fixed", (SetSetting("QM01/1", "PAGECLAS", "FIXED4KB"),)),
        ],
    )

    def figure(projection, anchor, metric):
        return projection.workload(anchor).metrics[metric]

    assert figure(as_is, "AOR1", "response_ms").value == pytest.approx(12.0)
    assert as_is.workload("JVM1").not_projectable
    faster = figure(lsr, "AOR1", "response_ms")
    assert faster.low < faster.value < 12.0
    assert figure(lsr, "QM01", "io_per_s").value == figure(as_is, "QM01", "io_per_s").value
    assert figure(pool, "QM01", "io_per_s").value < figure(as_is, "QM01", "io_per_s").value
    assert "LOCATION(ABOVE)" in bad.workload("QM01").not_projectable


def test_a_condition_that_is_a_setting_has_its_type_unit_range_and_choices() -> None:
    setting = SettingSpec(
        "LBP_MB", "integer", "Buffer pool.", unit="MB", minimum=1, maximum=9, source="001, 2"
    )
    made = ConditionSpec.of(setting, required=True)
    assert (made.name, made.kind, made.doc, made.unit) == (
        "lbp_mb",
        "integer",
        "Buffer pool.",
        "MB",
    )
    assert (made.minimum, made.maximum, made.source, made.required) == (1, 9, "001, 2", True)
    flag = ConditionSpec.of(SettingSpec("ZHPF", "flag", "Whether."), "zhpf", doc="whether it is")
    assert (flag.kind, flag.doc) == ("boolean", "whether it is")
    with pytest.raises(ConditionError, match="'lbp_mb' is 10 MB; the limit is 9 MB"):
        check_conditions({"lbp_mb": made}, {"lbp_mb": 10})
