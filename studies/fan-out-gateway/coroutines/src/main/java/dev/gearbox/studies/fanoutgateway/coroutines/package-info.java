/** A gateway of Kotlin's coroutines. */
package dev.gearbox.studies.fanoutgateway.coroutines;
