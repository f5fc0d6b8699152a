/** The command that drives the load generator. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.load;
