/** Which engine is predicted to be best where: a map over connections, processor time of a request and its size. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.map;
