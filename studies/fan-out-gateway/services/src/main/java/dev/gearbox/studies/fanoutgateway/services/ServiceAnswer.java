package dev.gearbox.studies.fanoutgateway.services;

import java.nio.ByteBuffer;

/**
 * What a service answers, and how it behaves.
 *
 * @param name by which it is counted
 * @param target what it is asked for: its path without the slash, and a query if it has one; {@code name?} takes any query
 * @param json the answer
 * @param plan how it behaves
 */
record ServiceAnswer(String name, String target, ByteBuffer json, ServicePlan plan) {}
