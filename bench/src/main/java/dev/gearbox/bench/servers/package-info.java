/** Servers that do the same work on this library and on others, their clients, and the programs that compare them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.bench.servers;
