/** Where the processor time of a subject goes: a profiler and categories of stacks. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.profile;
