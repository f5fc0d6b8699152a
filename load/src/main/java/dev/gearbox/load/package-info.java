/** The public API of the load generator: runs one load, slice by slice, from one process or several. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load;
