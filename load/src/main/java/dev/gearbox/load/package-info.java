/** The load generator for those who run it: one load, slice by slice, from one process or several. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load;
