/** The interface of a check, and its outcomes. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check;
