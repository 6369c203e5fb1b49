"""The machine under the subsystems: processors, storage and page frames, paging, DASD, coupling.

Each file declares the component kinds it knows (`KINDS`) and the small physical laws that the
subsystem models ask of it.  None of it knows a product.
"""
