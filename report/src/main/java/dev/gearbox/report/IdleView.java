package dev.gearbox.report;

import dev.gearbox.evidence.analysis.Figure;

/**
 * What one idle connection costs an arm in memory of one kind.
 *
 * @param arm the label
 * @param kind such as "heap", "kernel", "resident"
 * @param bytes for each connection
 */
public record IdleView(String arm, String kind, Figure bytes) {}
