package dev.gearbox.http.client;

import dev.gearbox.http.HttpHeaders;

/**
 * The head of a response.
 *
 * @param status three digits, from 200
 * @param headers its fields, as they came
 */
public record HttpResponse(int status, HttpHeaders headers) {}
