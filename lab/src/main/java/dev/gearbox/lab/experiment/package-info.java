/** An experiment from its design to its last fork, of whichever kind. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.experiment;
