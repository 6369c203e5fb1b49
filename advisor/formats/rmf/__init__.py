"""RMF and its like: postprocessor prints, Monitor III, XML, SMF 70 to 72; BMC CMF."""
