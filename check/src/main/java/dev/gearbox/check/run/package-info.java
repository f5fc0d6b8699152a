/** All checks, in the order of their numbers, and how they are run. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.run;
