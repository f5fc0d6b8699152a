/** What a quiet connection costs in memory. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.idle;
