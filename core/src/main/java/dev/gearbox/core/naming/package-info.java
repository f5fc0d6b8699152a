/** Names of hosts: resolved off the loops, and connected to over all of their addresses. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.naming;
