/** What subjects are put under, or asked to do, as data; and what a subject is. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.workload;
