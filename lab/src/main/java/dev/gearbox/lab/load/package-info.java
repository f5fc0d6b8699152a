/** Arms under load: slices, system calls, highest rates, and the generator's ceiling. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.load;
