/** Arms under load: slices, system calls, highest rates, and what the generator can do. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.load;
