"""Figures of program libraries (LLA, VLF, program objects)."""

from model.figures.figure import MORE, count, latest, minimum, peak, ratio

FIGURES = (
    latest("eligible_libraries", "count", "lla_pdse", "Libraries with Cache-Elig Y.", "", "Libraries that qualify"),
    latest("always_cache_libraries", "count", "lla_pdse", "Libraries with Always-Cache Y.", "", "Libraries always cached"),
    peak("program_object_segments", "segments", "lla_pdse", "Most segments of any program object.", "", "Segments of program objects"),
    peak("largest_program_object_kb", "KB", "lla_pdse", "Size of the largest program object.", "", "Size of the largest program object"),
    latest("rmode24_csects", "count", "lla_pdse", "Parts with RMODE 24 bound beside others above.", "", "CSECTs with RMODE 24"),
    latest("rmode24_text_kb", "KB", "lla_pdse", "Text with RMODE 24 of program objects that have other text as well.", "", "Text with RMODE 24 of mixed program objects"),
    latest("rmode_any_text_kb", "KB", "lla_pdse", "Text with RMODE 31 or ANY of program objects that have some with RMODE 24.", "", "Text above the line of mixed program objects"),
    minimum("cobol_arch_level", "", "lla_pdse", "Lowest ARCH that COBOL programs are compiled for.", "", "ARCH level of the COBOL programs"),
    latest("machine_arch_level", "", "lla_pdse", "Highest ARCH that the processor supports.", "", "ARCH level of the machine"),
    count("fetches", "count", "lla_pdse", "Program fetches of the interval.", "", "Fetches"),
    ratio("vlf_hit_pct", "%", "lla_pdse", "Fetches answered from VLF.", MORE, "Fetches answered from VLF", over="fetches", limit=100),
)
