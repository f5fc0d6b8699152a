/** Comparisons of equal servers in a placement, which show what may be concluded there. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.placement;
