/** Threads, timers, mailboxes and futures that do not depend on connections. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.concurrent;
