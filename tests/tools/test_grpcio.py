"""Python's stock grpcio with messages made from reflection: no generated code at all."""

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import proto_reflection_descriptor_database
from grpc_status import rpc_status

SERVICE = "taquin.v1.SolverService"


@pytest.fixture
def channel(target):
    with grpc.insecure_channel(target) as connected:
        yield connected


@pytest.fixture
def rpc(channel):
    """A callable and the request's class, for the name of a method with one request and one response."""
    database = proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase(channel)
    service = descriptor_pool.DescriptorPool(database).FindServiceByName(SERVICE)

    def find(name):
        method = service.FindMethodByName(name)
        request_class = message_factory.GetMessageClass(method.input_type)
        call = channel.unary_unary(
            f"/{SERVICE}/{name}",
            request_serializer=request_class.SerializeToString,
            response_deserializer=message_factory.GetMessageClass(method.output_type).FromString,
        )
        return call, request_class

    return find


def test_calls(rpc):
    call, request_class = rpc("SolveOnce")
    request = request_class()
    request.start.rows = request.start.columns = 3
    request.start.tiles.extend([1, 2, 3, 4, 5, 6, 0, 7, 8])
    assert call(request).result.length == 2


def test_decodes_errors(rpc):
    call, request_class = rpc("Check")
    with pytest.raises(grpc.RpcError) as failure:
        call(request_class())
    (detail,) = rpc_status.from_call(failure.value).details
    bad_request = error_details_pb2.BadRequest()
    assert detail.Unpack(bad_request)
    assert [each.field for each in bad_request.field_violations] == ["start"]


def test_asks_for_health(channel):
    health = health_pb2_grpc.HealthStub(channel)
    assert health.Check(health_pb2.HealthCheckRequest(service=SERVICE)).status == health_pb2.HealthCheckResponse.SERVING
    watch = health.Watch(health_pb2.HealthCheckRequest())
    assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
    watch.cancel()
