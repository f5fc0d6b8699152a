package dev.gearbox.http.client;

import dev.gearbox.http.HttpHeaders;

/**
 * The head of a response.
 *
 * @param status three digits, 200 or more
 * @param headers its fields, as received
 */
public record HttpResponse(int status, HttpHeaders headers) {}
