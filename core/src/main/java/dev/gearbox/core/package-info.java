/** The public API of the library: protocols and sessions, connections, engines and their options. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core;
