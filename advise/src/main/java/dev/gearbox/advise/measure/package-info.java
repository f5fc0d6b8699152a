/** Measures the costs of elementary operations on this machine, with small loops over threads and loopback sockets of this process. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.measure;
