/** What users of the library import: protocols and sessions, connections, engines and their options. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core;
