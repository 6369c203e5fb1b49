"""What the report's templates say themselves, by the key that they have for it."""

from __future__ import annotations

from model.language import mark, meant

LABELS: dict[str, str] = {
    "date": mark("Date"),
    "masked_note": mark(
        "Names of systems, jobs, data sets and users are replaced by neutral ones."
    ),
    "made_with": mark("Made with Plexwright"),
    "page": mark("Page"),
    "of": mark("of"),
    "contents": mark("Contents"),
    "summary": mark("Summary"),
    "today": mark("The installation today"),
    "trust": mark("How far the model can be trusted"),
    "history": mark("Did it come true?"),
    "h_note": mark(
        "Each period of measurements is projected to the next one: with the settings that "
        "were in effect then, whoever changed them, and with the load of then. A 90 % band "
        "should hold nine of ten figures."
    ),
    "h_figures": mark("Projected beside measured"),
    "h_before": mark("Before"),
    "h_projected": mark("Projected"),
    "h_in_band": mark("In the band"),
    "h_changes": mark("What was carried out"),
    "h_setting": mark("Setting"),
    "h_advised": mark("Advised"),
    "h_after": mark("After"),
    "h_how": mark("What became of it"),
    "h_steps": mark("Step by step: {workload}"),
    "h_missed": mark("What missed, and why"),
    "h_worse": mark("Got worse, and nobody had said so"),
    "h_expected": mark("Expected"),
    "h_bands": mark("What follows for the bands of this report"),
    "h_trends": mark("Where it goes"),
    "h_trends_note": mark(
        "The busiest interval of every day; growth a year with its 90 % band, weekdays "
        "apart. With less than two years of days a yearly season cannot be told. A response "
        "goal holds up to a load that the model tells, if all load grows alike; where the model "
        "has no workload of a service class, its response is taken to go on as it grew, no "
        "further than until the first engine is full."
    ),
    "h_level": mark("At the peak"),
    "h_days": mark("Days"),
    "h_hour": mark("Busiest"),
    "h_growth": mark("A year"),
    "h_limit": mark("Exhausted"),
    "track_record": mark("Track record"),
    "r_note": mark(
        "Projected figures of all engagements of this consultant that were measured later, as "
        "far as they were recorded: how many lay inside their 90 % bands. The band of the share "
        "counts the figures of one workload in one period as one, because they move together."
    ),
    "r_of": mark("Of"),
    "r_inside": mark("Inside the band"),
    "r_cases": mark("Workloads"),
    "r_share": mark("True share (90 % band)"),
    "plan": mark("The plan"),
    "scenarios": mark("Scenarios"),
    "scenarios_note": mark(
        "What was tried besides the plan: the figures of {workload}, and their change "
        "against today."
    ),
    "findings": mark("Findings"),
    "in_order": mark("Looked at and in order"),
    "cannot": mark("What could not be judged"),
    "assumptions": mark("Assumptions"),
    "unread": mark("Unread parts of reports"),
    "files": mark("Reports used"),
    "digests": mark("SHA-256 of each report, to know it by:"),
    "salted": mark("Salted SHA-256 of each report; only who wrote this one can tell it by that:"),
    "glossary": mark("Glossary"),
    "appendix": mark("Appendix"),
    "s_no_plan": mark("No change is proposed: nothing that was found brings a projected gain."),
    "three": mark("What matters most"),
    "brings": mark("Brings"),
    "costs": mark("Costs"),
    "nothing": mark("If nothing is done"),
    "metric": mark("Figure"),
    "measured": mark("Measured"),
    "modelled": mark("Model"),
    "error": mark("Error"),
    "unit": mark("Unit"),
    "band": mark("90 % band"),
    "before": mark("Today"),
    "after": meant("a change", "After"),
    "change": mark("Change"),
    "step": mark("Step"),
    "gain_here": mark("Gain of this step"),
    "other_workloads": mark("Other workloads"),
    "short_etr": mark("ETR, 1/s"),
    "short_itr": mark("ITR, 1/CPU s"),
    "short_response": mark("Response"),
    "short_cpu": mark("CPUs"),
    "short_io": mark("I/O, 1/s"),
    "besides": mark("To be done besides"),
    "besides_note": mark(
        "These steps remove faults, waits or waste elsewhere; no gain in the plan's goal "
        "is claimed for them. What is worth most comes first; numbers are those of the plan's "
        "order."
    ),
    "interactions": mark("Interactions"),
    "not_proven": mark(
        "This is the best combination found. There are too many combinations to prove that "
        "none is better; with fewer findings or tighter limits it can be proved."
    ),
    "without_effect": mark("Changes that no figure answers to"),
    "without_effect_note": mark(
        "These changes belong to findings of the plan. The projection does not move with "
        "them, so that no figure above is their effect."
    ),
    "binding": mark("What binds"),
    "to_decide": mark("To be decided with the plan"),
    "left_out": mark("Left out of the plan"),
    "reason": mark("Why"),
    "goal": mark("Goal"),
    "evidence": mark("Evidence"),
    "what_to_change": mark("What to change"),
    "projection": mark("Projection"),
    "sources": mark("Source"),
    "distance": mark("Distance of this system from its conditions"),
    "risk": mark("Risk"),
    "effort": mark("Effort"),
    "prerequisites": mark("Prerequisites"),
    "permanent": mark("Made permanent in"),
    "who": mark("Who does it"),
    "level": mark("Least level"),
    "back_out_commands": mark("Commands to back out"),
    "confirmed": mark("Command confirmed by"),
    "verify": mark("Verify"),
    "back_out": mark("Back out"),
    "caveats": mark("Mind"),
    "not_projectable": mark("Not projected"),
    "component": mark("Component"),
    "severity": mark("Weight"),
    "line": mark("line"),
    "rule": mark("Rule"),
    "outcome": mark("Outcome"),
    "missing": mark("The report that would tell"),
    "question": mark("Question"),
    "questions": mark("Open questions"),
    "problems": mark("What could not be read or contradicts itself"),
    "doubts_elsewhere": mark(
        "Figures that contradict others are told where the model is judged: “In doubt”."
    ),
    "file": mark("Report"),
    "formats": mark("Read as"),
    "figures_read": mark("Figures"),
    "unread_lines": mark("Unread lines"),
    "lines": mark("Lines"),
    "none": mark("None."),
    "bottleneck": mark("Bottleneck"),
    "key_figures": mark("Key figures"),
    "utilisation": mark("Utilisation by resource"),
    "picture_caption": mark(
        "The installation as the model has it. A bar in a box shows how busy it is; "
        "what limits the work is outlined heavily; lines join what works together."
    ),
    "errors_caption": mark("Error of the calibrated model against measured figures."),
    "steps_caption": mark(
        "Projected figures after each step and all before it, of {workload}. White: today; "
        "filled: projected; whiskers: 90 % bands."
    ),
    "mg_steps_caption": mark(
        "{workload} after each of the things to do, by their numbers, with the smaller steps that "
        "come before it. White: today; filled: projected; whiskers: 90 % bands."
    ),
    "mg_further": mark("What else the plan does"),
    "mg_later": mark("To be decided after the plan"),
    "mg_later_note": mark(
        "The plan changes what these rest on: carry it out, measure again, then decide."
    ),
    "busy_caption": mark("How busy the resources are in the as-is model."),
    "published": mark("Against published measurements"),
    "published_note": mark(
        "The shipped constants predict the published runs from their conditions alone. Where "
        "the largest error is large, there is a run that no model of this kind explains; it "
        "widens the bands."
    ),
    "runs": mark("Runs"),
    "median_error": mark("Median error"),
    "largest_error": mark("Largest error"),
    "inside_band": mark("Inside the band"),
    "record": mark("Laws against measurements from elsewhere"),
    "record_note": mark(
        "Each law that this installation uses, against series of vendors' performance "
        "reports. The last column says what these were to its constants; only what was "
        "never used tests a law. A 90 % band should hold 85 to 95 % of the measured values."
    ),
    "law": mark("Law"),
    "half_width": mark("Half width of the band"),
    "used_for": mark("Used for"),
    "figure_from": mark("Derived from this and other lines"),
    "fitted_note": mark(
        "“fitted”: the figure fixes a constant of its own, so that it agrees by "
        "construction and says nothing about the model."
    ),
    "slight_note": mark(
        "“slight”: so near 0 where all is well that nobody notices the difference, however much it "
        "is in per cent."
    ),
    "gain_note": mark(
        "The gain of a step is what it adds to the steps before it; gains, chart and table "
        "are of {workload}."
    ),
    "page_short": mark("Page"),
    "rests_on": mark("Rests on"),
    "assumption_short": mark("assumption"),
    "question_short": mark("question"),
    "interacts": mark("Interacts with"),
    "used_by": mark("Findings"),
    "bears_on": mark("Findings it bears on"),
    "as_step": mark("step {step} of the plan"),
    "cumulative_title": mark("Figures after each step"),
    "cannot_note": mark(
        "Under the name of the report that would tell: the rules that it would serve, and "
        "what they lack."
    ),
    "before_step": meant("a step", "Before"),
    "figures_note": mark("Model: the one that every projection starts from."),
    "s_no_plan_besides": mark(
        "No step is projected to bring a gain in the plan's goal; what should be done all "
        "the same follows."
    ),
    "to_do": mark("To do"),
    "nothing_known": mark(
        "Nothing is known of an installation; reports that were dropped are listed under “{files}”."
    ),
    "documents": mark("Published sources"),
    "document_number": mark("Number"),
    "documents_note": mark("By these numbers the report cites what the findings rest on."),
    "calendar": mark("Change calendar"),
    "calendar_note": mark(
        "Steps by the way they take effect, one task for each object, in an order in which "
        "no step rests on a later one. After each window measure the figures below it: "
        "where one is worse than its band, back the window out. Changes and their bands are the "
        "plan's, in per cent; here they are of today's measured figure, where that is known. They "
        "hold with all steps of the window, also with those for which no gain is claimed and which "
        "the plan's table of figures after each step leaves out. Steps have the plan's numbers."
    ),
    "blanks": mark("Blanks in the commands"),
    "blank": mark("Blank"),
    "blank_told": mark("Where it is read"),
    "person_days": mark("Person-days"),
    "owner": mark("Who"),
    "expected": mark("To be measured after this window"),
    "window": mark("Window"),
    "person_days_note": mark(
        "Person-days per object are practice and not measured: a quarter in operation, "
        "half a day with a restart, a day with an IPL, five for programs; more where data sets "
        "are made or data moved."
    ),
    "mg_busiest": mark("What limits the work today:"),
    "mg_model": mark("* by the model; nobody measured it"),
    "mg_effect": mark("What the plan brings, and how certain that is"),
    "mg_unchecked": mark(
        "Nothing was measured that the model could be checked against: its constants are the "
        "published ones, and what it says of this installation is an indication."
    ),
    "mg_between": mark("Between"),
    "effects_elsewhere": mark("Other workloads: with the plan and in its calendar."),
    "mg_tasks": mark("Tasks"),
    "mg_cost_title": mark("Cost and calendar"),
    "mg_risks": mark("Risks"),
    "mg_back": mark(
        "Each window can be taken back; the technical edition holds the commands and says "
        "what each way back costs."
    ),
    "mg_base": mark(
        "Today's figures of this table are the measured ones, and the model's where nobody "
        "measured; changes are against them."
    ),
    "worth": mark("Worth"),
    "ranking_note": mark(
        "By what each comes to as a share of all CPU and waiting of the installation, which "
        "stands first: work gained, CPU saved for the same work, response time times "
        "transactions; then the figure itself, with its band where that reaches to as large a "
        "loss. What no share is known of, “–”, and what exposes to an outage or errors stands by "
        "its weight: high as 1 %, medium as 0.1 %, low as 0.002 %. Each finding stands alone, "
        "without the other steps of the plan. A day is taken to be 24 hours like the measured ones."
    ),
    "after_band": mark("After (90 % band)"),
}
