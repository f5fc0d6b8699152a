/** What an engine counts and records: counters, shift observers, events of flight recordings. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.observe;
