/** The list of all checks, in the order of their numbers, and their execution. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.run;
