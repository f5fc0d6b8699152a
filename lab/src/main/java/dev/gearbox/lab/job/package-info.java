/** Arms that do jobs, and the instrument from which they fetch. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.job;
