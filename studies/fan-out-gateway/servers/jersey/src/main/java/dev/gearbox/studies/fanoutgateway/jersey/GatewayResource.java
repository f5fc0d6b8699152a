package dev.gearbox.studies.fanoutgateway.jersey;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** The resource at every path: hands each request to the gateway, which has the routes, and is resumed with the reply. */
@Path("{any: .*}")
public final class GatewayResource {
    private final Gateway gateway;

    GatewayResource(Gateway gateway) {
        this.gateway = gateway;
    }

    /** Answers GET. */
    @GET
    public void get(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers HEAD. */
    @HEAD
    public void head(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers OPTIONS. */
    @OPTIONS
    public void options(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers POST. */
    @POST
    public void post(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers PUT. */
    @PUT
    public void put(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers PATCH. */
    @PATCH
    public void patch(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    /** Answers DELETE. */
    @DELETE
    public void delete(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        answer(request, response);
    }

    private void answer(ContainerRequestContext request, AsyncResponse response) {
        Cancellable work =
                gateway.answer(request.getMethod(), target(request), reply -> response.resume(message(reply)));
        response.register((ConnectionCallback) _ -> work.cancel());
    }

    private static String target(ContainerRequestContext request) {
        URI uri = request.getUriInfo().getRequestUri();
        String query = uri.getRawQuery();
        return query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query;
    }

    private static Response message(Reply reply) {
        Response.ResponseBuilder message = Response.status(reply.status())
                .entity(reply.bytes())
                // Jersey itself would send more than 8 KiB in chunks.
                .header(HttpHeaders.CONTENT_LENGTH, reply.body().remaining());
        reply.headers().forEach(message::header);
        return message.build();
    }
}
