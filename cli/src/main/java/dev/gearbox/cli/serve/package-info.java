/** The commands serve and shift, and the control socket between them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.serve;
