package dev.gearbox.http;

/**
 * How many final responses of each class of status a server has begun to send, or a client has received, since it was created. Interim responses (100 Continue)
 * are not counted, except for 101, which ends HTTP on its connection.
 *
 * @param informational 1xx
 * @param successful 2xx
 * @param redirections 3xx
 * @param clientErrors 4xx, also those with which the server refuses a request by itself
 * @param serverErrors 5xx
 * @param others 600 and above, which HTTP does not define
 */
public record HttpStats(
        long informational, long successful, long redirections, long clientErrors, long serverErrors, long others) {}
