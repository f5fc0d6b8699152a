/** Threads, timers, mailboxes and futures that know nothing of connections. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.concurrent;
