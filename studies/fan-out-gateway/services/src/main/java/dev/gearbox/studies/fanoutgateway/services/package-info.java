/** The JSON services that a gateway calls: their records, delays, faults and counters. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.fanoutgateway.services;
