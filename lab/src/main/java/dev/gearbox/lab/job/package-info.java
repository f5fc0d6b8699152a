/** Arms that do jobs, and the instrument that they fetch from. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.job;
