/** The study: its workloads, its claims, and who takes part. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.echoserver;
