/** Which connections move from a busy loop to an idle one, and how many loops there are: functions without sockets. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.balance;
