/** A gateway with structured concurrency (JEP 505, fifth preview, JDK 25). */
package dev.gearbox.studies.fanoutgateway.structured;
