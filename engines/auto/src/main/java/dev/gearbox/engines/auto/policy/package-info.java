/** When and why a connection is moved: functions without sockets and clocks. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.auto.policy;
