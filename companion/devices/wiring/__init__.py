"""The wiring of a board profile: netlist, diagram, currents."""
