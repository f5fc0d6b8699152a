/** {@code gearbox advise} and {@code gearbox calibrate}: which engine for a workload, and what that costs on this machine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.advise;
