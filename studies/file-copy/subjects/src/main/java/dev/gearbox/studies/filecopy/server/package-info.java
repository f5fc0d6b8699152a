/** A server on virtual threads whose handlers write files: what its connections do to one another. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.filecopy.server;
