"""Figures that reports print and nothing asks for, under the report's own labels."""

from model.figures.figure import latest

FIGURES = (
    latest("printed.*", "", "adabas_database adabas_nucleus cf cf_structure cics_region dasd db2_subsystem db2_bufferpool db2_gbp db2_plan ims_system ims_region lpar mq_manager mq_bufferpool mq_pageset natural_session netwk_node service_class vsam_file", "A figure that nothing here asks for, under the label that its report has for it.", "", "As printed", signed=True),
)
