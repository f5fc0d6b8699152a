package dev.gearbox.evidence;

/**
 * What an A/A comparison in a placement has shown: two copies of one program, measured there like any two arms. Where subject and load share cores, times and
 * rates have a verdict only if it passed. Made by {@code gearbox check --cores}.
 *
 * @param passed whether times of equal arms were measured, and were equal
 * @param seen the figures
 */
public record PlacementControl(boolean passed, String seen) {}
