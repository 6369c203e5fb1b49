"""Figures of several products."""

from model.figures.figure import count

FIGURES = (
    count("duration_s", "s", "adabas_database adabas_nucleus cics_region cognos_server db2_subsystem db2_bufferpool db2_gbp dfsort_job ims_system ims_region jvm lla_pdse mq_manager mq_bufferpool cics_connection natural_session netwk_node tcp_connection vsam_file lsr_pool lsr_buffers", "Length of the interval, session or log that the counts beside it cover.", "", "Duration"),
)
