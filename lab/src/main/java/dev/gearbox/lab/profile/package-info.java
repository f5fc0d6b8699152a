/** Explains the processor time of a subject, by a profiler and categories of stacks. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.profile;
