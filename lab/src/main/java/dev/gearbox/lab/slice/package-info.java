/** What a subject used between two moments, and what else happened meanwhile. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.slice;
