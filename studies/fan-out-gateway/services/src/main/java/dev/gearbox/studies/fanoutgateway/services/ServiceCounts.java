package dev.gearbox.studies.fanoutgateway.services;

/**
 * The counters of one service since it started. {@code begun} is the sum of {@code finished}, {@code abandoned} and {@code open}, except while one
 * of them changes.
 *
 * @param begun calls that arrived
 * @param finished calls that ended as the service intended, faults included; counted before the last bytes leave
 * @param abandoned calls whose client went away first
 * @param open calls that have neither ended nor been abandoned: they wait for their delay, or their answer is being sent
 * @param mostOpen the greatest number of calls that were open at once
 */
public record ServiceCounts(long begun, long finished, long abandoned, long open, long mostOpen) {}
