/** What an engine counts and records: counters, shift observers, flight recorder events. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.observe;
